<?php
// Fills a WordPress: fill_wordpress.php FOLDER STATE. STATE is a JSON object: origin, title, password, permalinks,
// posts (slug, title, content, date, comments, pictures) and removed (slugs). A post that is there already is edited.
[, $folder, $file] = $argv;
$state = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
$_SERVER['HTTP_HOST'] = parse_url($state['origin'], PHP_URL_HOST) . ':' . parse_url($state['origin'], PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = '/';
$is_new = !empty($state['install']);
if ($is_new) {
    define('WP_INSTALLING', true);
}
require $folder . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

if ($is_new) {
    wp_install($state['title'], 'ada', 'ada@elsewhere.example', true, '', $state['password']);
    foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $sample) {
        wp_delete_post($sample->ID, true);
    }
    update_option('permalink_structure', $state['permalinks']);
    update_option('timezone_string', 'UTC');
    wp_update_user(['ID' => 1, 'display_name' => 'Ada Winter']);
}
global $wp_rewrite;
$wp_rewrite->init();
$wp_rewrite->flush_rules(false);

/** Uploads a file, with the smaller copies that WordPress makes, and returns the attachment's number. */
function upload_picture(string $path, string $alternative): int
{
    $upload = wp_upload_bits(basename($path), null, file_get_contents($path));
    $type = wp_check_filetype($upload['file'])['type'];
    $fields = ['post_mime_type' => $type, 'post_title' => basename($path), 'post_status' => 'inherit'];
    $id = wp_insert_attachment($fields, $upload['file']);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $upload['file']));
    update_post_meta($id, '_wp_attachment_image_alt', $alternative);
    return $id;
}

foreach ($state['removed'] as $slug) {
    wp_delete_post(get_page_by_path($slug, OBJECT, 'post')->ID, true);
}
foreach ($state['posts'] as $post) {
    $there = get_page_by_path($post['slug'], OBJECT, 'post');
    $content = $post['content'];
    $first = 0;
    foreach ($post['pictures'] as $picture) {
        $known = get_posts(['post_type' => 'attachment', 'title' => basename($picture['file']), 'numberposts' => 1]);
        $id = $known ? $known[0]->ID : upload_picture($picture['file'], $picture['alternative']);
        $first = $first ?: $id;
        $name = basename($picture['file']);
        $address = wp_get_attachment_image_url($id, $picture['size']);
        $content = str_replace(["@@ID:$name@@", "@@URL:$name@@"], [$id, $address], $content);
    }
    $fields = ['post_title' => $post['title'], 'post_name' => $post['slug'], 'post_content' => $content];
    $fields += ['post_status' => 'publish'];
    if ($there) {
        $id = wp_update_post(wp_slash(['ID' => $there->ID] + $fields), true);
    } else {
        $dates = array_fill_keys(['post_date', 'post_date_gmt', 'post_modified'], $post['date']) + ['post_author' => 1];
        $id = wp_insert_post(wp_slash($dates + $fields), true);
        foreach ($post['comments'] as $comment) {
            wp_insert_comment([
                'comment_post_ID' => $id, 'comment_author' => 'Reader', 'comment_approved' => 1,
                'comment_author_email' => 'reader@elsewhere.example', 'comment_content' => $comment,
                'comment_date' => $post['date'],
            ]);
        }
        if ($post['featured'] && $first) {
            set_post_thumbnail($id, $first);
        }
    }
    if (is_wp_error($id)) {
        fwrite(STDERR, $id->get_error_message());
        exit(1);
    }
    echo $post['slug'], ' ', $id, ' ', get_permalink($id), "\n";
}
