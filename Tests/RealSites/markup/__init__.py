"""Writers of posts, one for each markup that the sites are written in."""
