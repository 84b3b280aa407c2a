internal import LarderModel
internal import LarderViewer

/// Feeds, folders and how many items are unread.
extension ReaderRoutes {
    /// `subscription/list`: the sources.
    func subscriptions(_ call: ReaderCall) async throws -> String {
        try await call.pages.read { pages in
            let sources = try pages.reader.streamSources()
            return JSONWriter.text { writer in
                writer.object { object in
                    object.key("subscriptions")
                    object.array(sources) { $1.write(&$0, pages, root: call.root) }
                }
            }
        }
    }

    /// `tag/list`: the marks and the folders.
    func tags(_ call: ReaderCall) async throws -> String {
        let folders = try await call.pages.read { Set(try $0.reader.streamSources().map(\.folder)).sorted() }
        return JSONWriter.text { writer in
            writer.object { object in
                object.key("tags")
                object.array { tags in
                    tags.object { $0.member("id", ReaderStream.starred.text) }
                    for folder in folders {
                        tags.object { tag in
                            tag.member("id", ReaderStream.label(folder).text)
                            tag.member("type", "folder")
                        }
                    }
                }
            }
        }
    }

    /// `unread-count`: how many items of each source, of each folder and in all are unread.
    func unreadCounts(_ call: ReaderCall) async throws -> String {
        let marks = try await marks.snapshot()
        let (counts, total) = try await call.pages.read { pages in
            let sources = try pages.reader.streamSources()
            let folders = Dictionary(sources.map { ($0.name, $0.folder) }) { first, _ in first }
            var counts: [ReaderStream: UnreadCount] = [:]
            try ReaderSelection([.unread], marks, sources).each(pages) { item in
                let folder = folders[item.source].map { [ReaderStream.label($0)] } ?? []
                for stream in folder + [.all, .feed(item.source)] {
                    counts[stream, default: UnreadCount()].add(item.added)
                }
                return true
            }
            return (counts, counts[.all]?.items ?? 0)
        }
        return JSONWriter.text { writer in
            writer.object { object in
                object.member("max", total)
                object.key("unreadcounts")
                object.array(counts.sorted { $0.key.text < $1.key.text }) { writer, count in
                    writer.object { line in
                        line.member("id", count.key.text)
                        line.member("count", count.value.items)
                        line.member("newestItemTimestampUsec", String(count.value.newest * 1_000))
                    }
                }
            }
        }
    }
}

private struct UnreadCount: Sendable {
    var items = 0
    /// In Unix milliseconds.
    var newest: Int64 = 0

    mutating func add(_ time: Int64) {
        items += 1
        newest = max(newest, time)
    }
}

extension StreamSource {
    fileprivate func write(_ writer: inout JSONWriter, _ pages: ViewerPages, root: String) {
        writer.object { object in
            object.member("id", ReaderStream.feed(name).text)
            object.member("title", name)
            object.key("categories")
            object.array { list in
                list.object { category in
                    category.member("id", ReaderStream.label(folder).text)
                    category.member("label", folder)
                }
            }
            object.member("url", pages.feedAddress(name))
            object.member("htmlUrl", pages.sourceAddress(name))
            object.member("iconUrl", root + "icon.svg")
        }
    }
}
