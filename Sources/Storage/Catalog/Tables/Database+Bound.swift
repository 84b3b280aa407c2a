package import GRDB

extension Database {
    /// The statement with these values, ready to be executed or fetched from.
    ///
    /// Values are bound as they are: making, checking and keeping GRDB's arguments takes longer than most rows.
    package func bound(_ sql: String, _ values: DatabaseValue...) throws -> Statement { try bound(sql, values: values) }

    /// The same, with a list of values.
    package func bound(_ sql: String, values: [DatabaseValue]) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        return statement
    }
}

extension Statement {
    /// Binds the value of one parameter, from 1.
    package func bind(_ value: DatabaseValue, at index: Int) throws {
        let code = unsafe value.bind(to: sqliteStatement, at: CInt(index))
        guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
