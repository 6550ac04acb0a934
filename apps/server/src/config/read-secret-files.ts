import { readFileSync } from 'node:fs'
import { isProviderVariable } from './sign-in.ts'
import { ConfigError } from './values.ts'
import { type Environment, variables } from './variables.ts'

const ending = '_FILE'

/** Returns the secret that a variable such as `TAGMA_LDAP_BIND_PASSWORD_FILE` names a file of, or undefined. */
export function secretOfFileVariable(name: string): string | undefined {
  if (!name.endsWith(ending)) return undefined
  const secret = name.slice(0, -ending.length)
  const isSecret =
    variables.some((variable) => 'isSecret' in variable && variable.name === secret) ||
    (isProviderVariable(secret) && secret.endsWith('_CLIENT_SECRET'))
  return isSecret ? secret : undefined
}

/**
 * Returns the environment with the secrets of all named files in it, and without the names of the files. Throws a
 * ConfigError that names the variable to mend, never the secret.
 */
export function readSecretFiles(environment: Environment): Environment {
  const read: Record<string, string | undefined> = { ...environment }
  for (const [name, value] of Object.entries(environment)) {
    const secret = secretOfFileVariable(name)
    if (secret === undefined) continue
    Reflect.deleteProperty(read, name)
    const path = value?.trim() ?? ''
    if (path === '') continue
    if ((environment[secret] ?? '').trim() !== '')
      throw new ConfigError(`${secret} and ${name} are both set: set one of them.`)
    read[secret] = readSecret(name, path)
  }
  return read
}

function readSecret(name: string, path: string): string {
  let text
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError(`${name} is "${path}", a file that cannot be read${code}.`)
  }
  // An empty secret would quietly mean a setting that is not set.
  if (text === '') throw new ConfigError(`${name} is "${path}", a file with nothing in it.`)
  return text
}
