/// Names of `meta` elements that give the picture of a page, the best first.
enum LeadPictures {
    static let metadata = RuleText.items(
        """
        og:image, og:image:secure_url, og:image:url, twitter:image, twitter:image:src, twitter:image0,
        parsely-image-url, sailthru.image.full, thumbnail, thumbnailurl, image, msapplication-tileimage
        """
    )
}
