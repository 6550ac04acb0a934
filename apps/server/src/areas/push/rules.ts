import { badRequest } from '#model/refusal.ts'

const secretboxKind = 0x31
const longestToken = 4096

/** Decodes strict base64; undefined for anything else. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Checks base64 of the byte 0x31 and 32 bytes of key. Returns the text; refuses anything else. */
export function requirePushKey(text: string): string {
  const bytes = decode(text)
  if (bytes?.length !== 33 || bytes[0] !== secretboxKind)
    throw badRequest('Invalid `push_key`: it should be base64 of the byte 0x31 and a key of 32 bytes')
  return text
}

/** Checks base64 of 8 bytes. Returns the text; refuses anything else. */
export function requireTokenId(text: string): string {
  if (decode(text)?.length !== 8) throw badRequest('Invalid `token_id`: it should be base64 of 8 bytes')
  return text
}

/** Stored form of a token: Apple’s are hexadecimal, so their case means nothing. */
export const keptToken = (token: string, kind: 'fcm' | 'apns'): string =>
  kind === 'apns' ? token.toLowerCase() : token

/** Brings a token into its stored form. Refuses a token that cannot come from Apple or Google. */
export function requireToken(token: string, kind: 'fcm' | 'apns'): string {
  if (token === '' || token.length > longestToken) throw badRequest('Empty or invalid length token')
  if (token.includes('\0')) throw badRequest('A token must not contain null bytes')
  if (kind === 'apns' && !/^([0-9a-f]{2})+$/i.test(token)) throw badRequest('Invalid APNS token')
  return keptToken(token, kind)
}
