import { ConfigError } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** Settings for sign-ins by JSON Web Tokens. */
export interface JwtConfig {
  /** A secret for HS algorithms, otherwise a public key as PEM. */
  readonly key: string
  readonly algorithms: readonly string[]
}

const shared = ['HS256', 'HS384', 'HS512']
const known = [
  ...shared,
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]

/** Bytes that a secret has at least: as many as the digest of HS256. */
const shortest = 32

/** Undefined without a key. Throws a ConfigError that names the variable to mend. */
export function parseJwt(read: ReadVariable): JwtConfig | undefined {
  const key = read('TAGMA_JWT_KEY')
  const algorithms = read('TAGMA_JWT_ALGORITHMS')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  if (key === '' && algorithms.length === 0) return undefined
  if (key === '' || algorithms.length === 0)
    throw new ConfigError('TAGMA_JWT_KEY and TAGMA_JWT_ALGORITHMS belong together.')
  const unknown = algorithms.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError(`TAGMA_JWT_ALGORITHMS has "${unknown}"; it should be of ${known.join(', ')}.`)
  const isPem = key.includes('BEGIN PUBLIC KEY')
  // Whoever knows a public key could sign with it, if it counted as a secret too.
  if (algorithms.some((name) => shared.includes(name) === isPem))
    throw new ConfigError(
      'TAGMA_JWT_KEY has to be a secret for HS algorithms and a public key as PEM (BEGIN PUBLIC KEY) for all others.',
    )
  if (!isPem && Buffer.byteLength(key) < shortest)
    throw new ConfigError(`TAGMA_JWT_KEY needs at least ${shortest} bytes: openssl rand -base64 32.`)
  return { key, algorithms }
}
