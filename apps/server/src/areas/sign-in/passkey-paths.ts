/** Path of the question for a passkey, on the sign-in page. */
export const passkeyAskPath = '/login/passkey/options'

/** Path of its answer. */
export const passkeyPath = '/login/passkey/'
