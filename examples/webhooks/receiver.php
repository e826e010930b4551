<?php
// Receives webhooks without a package: WEBHOOK_SECRET=whsec_… php -S 0.0.0.0:8080 receiver.php

$key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
// Verify the bytes as they came. JSON that was parsed and written again has another signature.
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));

// During a rotation, the header has two signatures.
$valid = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $valid = hash_equals($expected, $signature) || $valid;
}
// An old request may be a replay by an attacker.
if (!$valid || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit('The signature is not valid.');
}

$event = json_decode($body, true);
// Use a table with a unique key on $event['eventId']: the same event can arrive twice.
error_log($event['event'] . ' ' . ($event['data']['id'] ?? ''));
http_response_code(204);
