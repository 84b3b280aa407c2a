/// Attributes with the file of a picture that scripts load later, and the placeholders in `src`.
enum PictureSources {
    /// Attributes with one URL, the best first.
    static let addresses = RuleText.items(
        """
        data-src, data-original, data-lazy-src, data-orig-file, data-large-file, data-full-src, data-hi-res-src,
        data-lazy, data-url, data-image, data-original-src, data-echo, data-img-src, data-img-url, data-srcs,
        data-cfsrc, data-pin-media, data-large-src, data-delayed-url, itemid
        """
    )
    /// Attributes in the form of `srcset`.
    static let sets = RuleText.items(
        """
        srcset, data-srcset, data-lazy-srcset, data-original-set, data-sizes-srcset
        """
    )

    /// How the names of files of pictures end.
    static let endings = RuleText.items(".jpg, .jpeg, .png, .webp, .gif, .avif")

    /// Parts of the names of placeholder files, in lower case.
    static let blanks = RuleText.items(
        """
        blank., spacer., placeholder, transparent., pixel.gif, grey.gif, gray.gif, lazy., loading., loader., 1x1.,
        empty., clear.gif, trans.gif, dot.gif, shim.gif, lazyload, pixel.png
        """
    )
}
