public import GRDB
public import LarderModel

extension SourceID: DatabaseValueConvertible {}
