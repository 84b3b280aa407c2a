public import GRDB
internal import GRDBSQLite

extension Database {
    /// The cached statement with these values, nil as NULL, ready to be executed or fetched from.
    ///
    /// Values are bound as they are: making, checking and keeping GRDB's arguments takes longer than most rows.
    package func bound(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Statement {
        try bound(sql, values)
    }

    package func bound(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        for index in values.indices {
            if let value = values[index]?.databaseValue { try statement.bind(value, at: index + 1) }
        }
        return statement
    }

    /// Executes the cached statement with these values.
    ///
    /// - Returns: How many rows it changed, without those that went with them.
    @discardableResult
    package func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws -> Int {
        try cachedStatement(sql: sql).run(in: self) { statement in
            for index in values.indices {
                if let value = values[index]?.databaseValue { try statement.bind(value, at: index + 1) }
            }
        }
        return changesCount
    }

    /// Executes the cached statement with values in the database's own form, without a conversion of each.
    package func run(_ sql: String, raw values: [DatabaseValue]) throws {
        try cachedStatement(sql: sql).run(in: self) { statement in
            for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        }
    }

    /// Whether the cached query finds a row.
    package func exists(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws -> Bool {
        try Row.fetchCursor(bound(sql, values)).next() != nil
    }

    /// The rows of a query that is asked once.
    package func rows(_ sql: String, _ values: [(any DatabaseValueConvertible)?] = []) throws -> [Row] {
        try Row.fetchAll(self, sql: sql, arguments: StatementArguments(values))
    }
}

extension Statement {
    /// What is made of each row, without the copies of rows that `Row.fetchAll` makes.
    ///
    /// - Parameter make: Nil leaves the row out. It must not ask for the same statement again.
    package func rows<Element>(_ make: (Row) throws -> Element?) throws -> [Element] {
        var made: [Element] = []
        let rows = try Row.fetchCursor(self)
        while let row = try rows.next() {
            if let element = try make(row) { made.append(element) }
        }
        return made
    }

    /// Executes a statement that returns no rows, with the values that `bind` sets.
    ///
    /// Inside a transaction this function calls SQLite directly. GRDB's own function prepares notifications for
    /// observers, which takes longer than writing most rows, and Larder has no observers. GRDB's checks for suspension
    /// and cancellation are left out too. Outside of a transaction GRDB executes the statement, so that GRDB can refuse
    /// to go on after SQLite has rolled back. After an error the transaction must be rolled back.
    package func run(in db: Database, bind: (Statement) throws -> Void) throws {
        guard unsafe sqlite3_get_autocommit(db.sqliteConnection) == 0 else {
            setUncheckedArguments(StatementArguments())
            try bind(self)
            return try execute()
        }
        assert(unsafe sqlite3_column_count(sqliteStatement) == 0, "a statement that returns rows is fetched from")
        unsafe sqlite3_reset(sqliteStatement)
        unsafe sqlite3_clear_bindings(sqliteStatement)
        try bind(self)
        let code = unsafe sqlite3_step(sqliteStatement)
        guard code == SQLITE_DONE else {
            let message = unsafe sqlite3_errmsg(db.sqliteConnection).map { unsafe String(cString: $0) }
            unsafe sqlite3_reset(sqliteStatement)
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
        unsafe sqlite3_reset(sqliteStatement)
    }

    /// Binds the value of one parameter, from 1.
    package func bind(_ value: DatabaseValue, at index: Int) throws {
        let code = unsafe value.bind(to: sqliteStatement, at: CInt(index))
        guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

extension Row {
    /// The value of a column, from 0.
    ///
    /// Throws at what another program wrote, where GRDB's subscripts end the process.
    @inlinable
    package func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value { try decode(atIndex: index) }

    @inlinable
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(atIndex: index)
    }
}
