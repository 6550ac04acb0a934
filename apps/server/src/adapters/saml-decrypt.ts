import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import { childOf, childrenOf, badSaml, type XmlElement } from './saml-tree.ts'

/**
 * Reads an encrypted assertion: a key by RSA-OAEP, and the assertion by AES-GCM. CBC is refused: how a server answers to
 * changed bytes would tell what they say.
 */

const ciphers = new Map([
  ['http://www.w3.org/2009/xmlenc11#aes128-gcm', { name: 'aes-128-gcm', keyLength: 16 }],
  ['http://www.w3.org/2009/xmlenc11#aes192-gcm', { name: 'aes-192-gcm', keyLength: 24 }],
  ['http://www.w3.org/2009/xmlenc11#aes256-gcm', { name: 'aes-256-gcm', keyLength: 32 }],
] as const)

/** OAEP's digest is no signature's: SHA-1 is safe in it, and what the old name means. */
const oaepDigests = new Map([
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'sha1'],
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

const ivLength = 12
const tagLength = 16

/** Returns the assertion as XML. Throws an OidcFailure, the same for all that does not fit. */
export function decryptAssertion(encrypted: XmlElement, key: KeyObject): string {
  const data = childOf(encrypted, 'encryption', 'EncryptedData')
  const inside = childrenOf(childOf(data, 'signature', 'KeyInfo'), 'encryption', 'EncryptedKey')
  const [wrapped, ...more] = [...inside, ...childrenOf(encrypted, 'encryption', 'EncryptedKey')]
  if (!data || !wrapped || more.length > 0) throw badSaml('The encrypted assertion has not one key.')
  const cipher = ciphers.get(algorithmOf(data) as never)
  if (!cipher)
    throw badSaml('The assertion is not encrypted by AES-GCM. Let the provider use AES-256-GCM, not CBC.')
  try {
    const secret = unwrapped(wrapped, key)
    if (secret.length !== cipher.keyLength) throw new Error('The key has another length.')
    const bytes = bytesOf(data)
    const decipher = createDecipheriv(cipher.name, secret, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(bytes.subarray(-tagLength))
    const plain = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw badSaml('The assertion cannot be decrypted: is it encrypted for the certificate of SP_CERT_FILE?')
  }
}

function unwrapped(wrapped: XmlElement, key: KeyObject): Buffer {
  const method = childOf(wrapped, 'encryption', 'EncryptionMethod')
  const name = method?.attributes.get('Algorithm')
  if (
    name !== 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' &&
    name !== 'http://www.w3.org/2009/xmlenc11#rsa-oaep'
  )
    throw new Error('The key is not encrypted by RSA-OAEP.')
  const digest = childOf(method, 'signature', 'DigestMethod')?.attributes.get('Algorithm')
  const oaepHash = digest === undefined ? 'sha1' : oaepDigests.get(digest)
  if (oaepHash === undefined) throw new Error('The digest is not known.')
  return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytesOf(wrapped))
}

const algorithmOf = (element: XmlElement) =>
  childOf(element, 'encryption', 'EncryptionMethod')?.attributes.get('Algorithm') ?? ''

function bytesOf(element: XmlElement): Buffer {
  const value = childOf(childOf(element, 'encryption', 'CipherData'), 'encryption', 'CipherValue')
  return Buffer.from(value?.text ?? '', 'base64')
}
