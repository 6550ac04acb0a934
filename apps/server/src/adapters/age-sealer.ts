import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { ConfigError } from '#config/values.ts'
import { type Opener, type Sealer, WrongKey } from '#ports/sealer.ts'

/** Seals in the format of age (age-encryption.org), whose program opens the files too. Throws a ConfigError. */
export async function ageSealer(recipients: readonly string[]): Promise<Sealer> {
  const { Encrypter } = await import('age-encryption')
  const make = () => {
    const encrypter = new Encrypter()
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    return encrypter
  }
  try {
    make()
  } catch {
    throw new ConfigError(
      'TAGMA_BACKUP_RECIPIENT should be a public key that age-keygen prints, such as age1…; several have commas between them.',
    )
  }
  return {
    async *seal(bytes) {
      yield* chunksOf(await make().encrypt(streamOf(bytes)))
    },
  }
}

/** Opens what was sealed for one of these secret keys (`AGE-SECRET-KEY-1…`). Throws a ConfigError. */
export async function ageOpener(keys: readonly string[]): Promise<Opener> {
  const { Decrypter } = await import('age-encryption')
  const make = () => {
    const decrypter = new Decrypter()
    for (const key of keys) decrypter.addIdentity(key)
    return decrypter
  }
  try {
    make()
  } catch {
    throw new ConfigError(
      'The file of --identity has a key that is damaged; it should be as age-keygen wrote it.',
    )
  }
  return {
    async *open(bytes) {
      yield* chunksOf(await make().decrypt(streamOf(bytes)).catch(explainKey))
    },
  }
}

function explainKey(error: unknown): never {
  if (error instanceof Error && error.message.includes('no identity matched'))
    throw new WrongKey('It is sealed for another key.', { cause: error })
  throw error
}

const streamOf = (bytes: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>

const chunksOf = (stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  Readable.fromWeb(stream as WebStream)
