/** The key by which Sign in with Apple knows this server; it stands in place of a client's secret. */
export interface AppleConfig {
  /** Id of the team of developers. */
  readonly teamId: string
  readonly keyId: string
  /** File with the private key as Apple gives it out: `AuthKey_….p8`. */
  readonly keyFile: string
}

type Part = 'TEAM_ID' | 'KEY_ID' | 'KEY_FILE'

/** Throws a ConfigError that names the variable to set. */
export const parseApple = (required: (part: Part, meaning: string) => string): AppleConfig => ({
  teamId: required('TEAM_ID', 'the id of your team at Apple'),
  keyId: required('KEY_ID', 'the id of the key for Sign in with Apple'),
  keyFile: required('KEY_FILE', 'the file with that key'),
})
