/// Signs of a forum page; its posts look like comments.
enum ForumPages {
    /// Types of schema.org.
    static let types: Set<String> = ["DiscussionForumPosting", "QAPage"]

    /// Parts of paths.
    static let paths = [
        "/thread/", "/threads/", "/topic/", "/topics/", "/forum/", "/forums/", "/viewtopic", "/showthread",
        "/questions/", "/discussion/",
        "/discussions/",
    ]
}
