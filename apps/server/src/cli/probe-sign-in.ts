import type { Config } from '#config/config.ts'
import { systemClock } from '#ports/clock.ts'
import type { Oidc } from '#ports/oidc.ts'
import type { Saml } from '#ports/saml.ts'
import { openLdap, openOidc, openSaml } from '#server/app.ts'
import { Complaint } from './explain.ts'

/** Asks every service that people sign in with, and says what to write where. */
export async function probeSignIn(
  config: Config,
  probe: (run: () => Promise<string>) => Promise<boolean>,
): Promise<void> {
  for (const [name, oidc] of openOidc(config, systemClock))
    await probe(() => probeProvider(name, oidc, config.publicUrl))
  for (const [name, saml] of openSaml(config, systemClock))
    await probe(() => probeSaml(name, saml, config.publicUrl))
  if (config.ldap) await probe(() => probeLdap(config))
}

/** Asks a sign-in service for a token with a code that does not exist: how it refuses tells whether it knows this server. */
async function probeProvider(name: string, oidc: Oidc, publicUrl: string): Promise<string> {
  const redirect = `${publicUrl}/complete/${name}/`
  const problem = await oidc.problem(redirect)
  if (problem !== undefined) throw new Complaint(problem)
  return `${name} knows this server. Its redirect address has to be ${redirect}.`
}

/** Reads the metadata of a service of SAML. */
async function probeSaml(name: string, saml: Saml, publicUrl: string): Promise<string> {
  const problem = await saml.problem()
  if (problem !== undefined) throw new Complaint(problem)
  return `${name} describes itself by SAML. It reads ${publicUrl}/saml/${name}/metadata.xml; its answers have to go to ${publicUrl}/complete/${name}/.`
}

/** Looks people up as the server does. */
async function probeLdap(config: Config): Promise<string> {
  const problem = await openLdap(config)?.problem()
  if (problem !== undefined) throw new Complaint(problem)
  return `LDAP at ${config.ldap?.url} answers and names people with their ids.`
}
