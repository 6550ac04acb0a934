/**
 * Algorithms of passkeys, by their COSE numbers, the best one first: Ed25519, ES256, RS256. The list is ours: the library
 * would offer ML-DSA too, which Node 26 calls experimental.
 */
export const passkeyAlgorithms = [-8, -7, -257] as const
