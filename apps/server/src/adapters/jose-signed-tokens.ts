import type { JwtConfig } from '#config/jwt.ts'
import type { Clock } from '#ports/clock.ts'
import type { SignedPerson, SignedTokens } from '#ports/signed-tokens.ts'

/** In seconds: between the clocks of both sides, and for which a token may be good. */
const clockSeconds = 60
const longestSeconds = 600

/** Reads tokens by the library jose, which is loaded at the first one. */
export const joseSignedTokens = ({ key, algorithms }: JwtConfig, clock: Clock): SignedTokens => ({
  async read(token): Promise<SignedPerson | undefined> {
    const { errors, importSPKI, jwtVerify } = await import('jose')
    const [first = ''] = algorithms
    const verifier = first.startsWith('HS') ? new TextEncoder().encode(key) : await importSPKI(key, first)
    const now = clock.now()
    try {
      const { payload } = await jwtVerify(token, verifier, {
        algorithms: [...algorithms],
        clockTolerance: clockSeconds,
        currentDate: new Date(now),
        requiredClaims: ['exp'],
      })
      const { email, exp = 0, jti } = payload
      if (typeof email !== 'string' || email === '' || exp > now / 1000 + longestSeconds + clockSeconds)
        return undefined
      return { email, id: jti, endsAt: exp + clockSeconds }
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    }
  },
})
