<?php
/**
 * Plugin Name: Share pictures
 * Description: Gives each post a picture for link previews, by a signed URL of the image render service.
 */

/** Returns the address of a picture. The texts are by the names of layers or variables. docs/signing.md explains each step. */
function irs_picture(array $texts): string {
    $lines = [];
    foreach ($texts + ['format' => 'jpg'] as $key => $value) {
        $lines[rawurlencode((string) $key)] = rawurlencode((string) $key) . '=' . rawurlencode((string) $value);
    }
    ksort($lines, SORT_STRING);
    $text = implode("\n", ['v1', IRS_TEMPLATE, ...array_values($lines)]);
    $code = rtrim(strtr(base64_encode(hash_hmac('sha256', $text, IRS_SIGNING_KEY, true)), '+/', '-_'), '=');
    $lines[] = 'sig=' . IRS_KEY_ID . '.' . IRS_GENERATION . '.' . $code;
    return IRS_URL . '/api/v1/img/' . IRS_TEMPLATE . '?' . implode('&', $lines);
}

add_action('wp_head', function (): void {
    if (!is_singular('post')) {
        return;
    }
    $post = get_queried_object();
    $title = wp_strip_all_tags(get_the_title($post));
    $picture = irs_picture([
        'title' => $title,
        'subtitle' => wp_strip_all_tags(get_the_excerpt($post)),
        'author' => get_the_author_meta('display_name', (int) $post->post_author),
        'date' => get_the_date('', $post),
    ]);
    printf('<meta property="og:image" content="%s">' . "\n", esc_url($picture));
    printf('<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">' . "\n");
    printf('<meta property="og:image:alt" content="%s">' . "\n", esc_attr($title));
    printf('<meta name="twitter:card" content="summary_large_image">' . "\n");
});
