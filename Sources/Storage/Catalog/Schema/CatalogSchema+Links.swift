extension CatalogSchema {
    /// The view `link` over both versions of `text.runs`, again without the links that no app should follow.
    ///
    /// What a text of version 2 lists is put together for each text by itself, so that one text is read without the
    /// others. A link that is a string alone lies where its runs do; `l` of their sets counts the links.
    static let links = """
        DROP VIEW link;
        CREATE VIEW link AS
        SELECT text.id AS textID, item.key AS position, json_extract(item.value, '$[0]') AS url,
            json_extract(item.value, '$[1]') AS start, json_extract(item.value, '$[2]') AS length
        FROM text, json_each(CASE
            WHEN NOT json_valid(text.runs) THEN '[]'
            WHEN json_extract(text.runs, '$.v') = 1 THEN json_extract(text.runs, '$.links')
            WHEN json_extract(text.runs, '$.v') = 2 THEN (
                SELECT json_group_array(json_array(url, start, finish - start, mark)) FROM (
                    SELECT max(url) AS url, coalesce(min(start), min(runStart)) AS start,
                        coalesce(max(finish), max(runFinish)) AS finish, max(mark) AS mark
                    FROM (\(listedLinks) UNION ALL \(linkedRuns))
                    GROUP BY number HAVING max(url) IS NOT NULL ORDER BY number
                )
            ) END
        ) AS item
        WHERE json_extract(item.value, '$[3]') IS NULL AND start IS NOT NULL
            AND lower(trim(substr(url, 1, instr(url, ':')), char(9, 10, 12, 13, 32)))
                NOT IN ('javascript:', 'vbscript:', 'data:', 'blob:', 'file:');
        """

    /// The links of `text.runs` by their number, with their places where these are given.
    ///
    /// Here and below the inner queries leave rows without long texts: SQLite keeps those that a window function sees.
    private static let listedLinks = """
        SELECT row_number() OVER (ORDER BY list, item) - 1 AS number, url, start, start + length AS finish, mark,
            NULL AS runStart, NULL AS runFinish
        FROM (
            SELECT list.key AS list, item.key AS item,
                base || iif(item.type = 'array', json_extract(item.value, '$[0]'), item.value) AS url,
                iif(item.type = 'array', json_extract(item.value, '$[1]'), NULL) AS start,
                iif(item.type = 'array', json_extract(item.value, '$[2]'), NULL) AS length,
                iif(item.type = 'array', json_extract(item.value, '$[3]'), NULL) AS mark
            FROM (
                SELECT key, value, json_extract(text.runs, '$.bases[' || json_extract(value, '$[0]') || ']') AS base
                FROM json_each(text.runs, '$.links') LIMIT -1
            ) AS list, json_each(list.value) AS item
            WHERE item.key > 0
        )
        """

    /// Where each run that points to a link lies, by the link's number.
    private static let linkedRuns = """
        SELECT sum(step) OVER earlier - 1, NULL, NULL, NULL, NULL, finish - length, finish
        FROM (
            SELECT key, length, step, sum(length) OVER (ORDER BY key) AS finish
            FROM (
                SELECT run.key, run.value / count AS length,
                    json_extract(sets, '$[' || (run.value % count) || '].l') AS step
                FROM (
                    SELECT json_extract(text.runs, '$.sets') AS sets, json_array_length(text.runs, '$.sets') AS count
                    LIMIT 1
                ), json_each(text.runs, '$.runs') AS run
            )
        )
        WHERE step IS NOT NULL WINDOW earlier AS (ORDER BY key)
        """
}
