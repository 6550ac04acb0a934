import { readFile } from 'node:fs/promises'
import { type CryptoKey, importPKCS8 } from 'jose'
import { ConfigError } from '#config/values.ts'
import { parseObject } from './push-http.ts'

/** A service account of Google's. */
export interface FcmAccount {
  readonly projectId: string
  readonly email: string
  readonly tokenUrl: string
  readonly key: CryptoKey
}

/** Reads a signing key for Apple's push service: PKCS#8 in PEM, as Apple hands it out. Throws a ConfigError. */
export async function readApnsKey(file: string): Promise<CryptoKey> {
  const text = await readSetting('TAGMA_APNS_KEY_FILE', file)
  return importKey(
    text,
    'ES256',
    `TAGMA_APNS_KEY_FILE names ${file}, which holds no signing key of Apple’s (.p8).`,
  )
}

/** Reads the JSON file of a service account. Throws a ConfigError. */
export async function readFcmAccount(file: string): Promise<FcmAccount> {
  const account = parseObject(await readSetting('TAGMA_FCM_ACCOUNT_FILE', file))
  const problem = (what: string) =>
    `TAGMA_FCM_ACCOUNT_FILE names ${file}, which is no service account: ${what}.`
  const field = (name: string): string => {
    const value = account[name]
    if (typeof value !== 'string' || value === '') throw new ConfigError(problem(`${name} is missing`))
    return value
  }
  const tokenUrl = field('token_uri')
  if (!URL.canParse(tokenUrl)) throw new ConfigError(problem('token_uri is no address'))
  return {
    projectId: field('project_id'),
    email: field('client_email'),
    tokenUrl,
    key: await importKey(field('private_key'), 'RS256', problem('private_key is no key')),
  }
}

async function readSetting(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const { code } = cause as { code?: string }
    throw new ConfigError(
      `${name} names ${file}, which cannot be read${code === undefined ? '' : ` (${code})`}.`,
      {
        cause,
      },
    )
  }
}

async function importKey(pem: string, algorithm: string, problem: string): Promise<CryptoKey> {
  try {
    return await importPKCS8(pem, algorithm)
  } catch (cause) {
    throw new ConfigError(problem, { cause })
  }
}
