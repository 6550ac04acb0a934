/**
 * Encrypts a notification for a device: base64 of a nonce of 24 bytes and libsodium's `crypto_secretbox_easy` of the
 * payload's JSON. `requirePushKey` has accepted `pushKey`.
 */
export async function encryptPayload(pushKey: string, json: string): Promise<string> {
  // Loaded for the first phone: most servers never notify any.
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  const key = Buffer.from(pushKey, 'base64').subarray(1)
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES)
  return Buffer.concat([nonce, sodium.crypto_secretbox_easy(json, nonce, key)]).toString('base64')
}
