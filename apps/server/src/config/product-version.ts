import { readFileSync } from 'node:fs'

/** Version of this server, from its package: `0.1.0`. */
export const { version: productVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }
