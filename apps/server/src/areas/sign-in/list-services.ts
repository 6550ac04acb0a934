import type { Answer } from '@tagma/contract/define.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import type { Call } from '#call/call.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { countIdentities } from '#store/people/external-identities.ts'
import { listProviderTroubles, type ProviderTrouble } from '#store/people/provider-troubles.ts'
import { listUnverifyingOf } from '#store/people/unverified-arrivals.ts'
import type { Language } from '#words/words.ts'
import { flowSentence, isFlowProblem } from './flow-problem.ts'
import { providersOf, tryPath } from './provider-present.ts'
import { verifyingAdvice } from './verifying-advice.ts'

/** The ways of signing in to the organization, with what owners need to set them up and to mend them. */
export async function listServices({
  db,
  directory,
  caller,
  services: { config },
}: Call): Promise<Answer<typeof getSignInServices>> {
  const { organization } = directory
  const base = organizationUrl(config, organization)
  const [used, troubles, unverifying] = await Promise.all([
    countIdentities(db, organization.id),
    listProviderTroubles(db, organization.id),
    listUnverifyingOf(db, organization.id),
  ])
  const troubleOf = new Map(troubles.map((trouble) => [trouble.provider, trouble]))
  return {
    ldap: config.ldap !== undefined,
    mail: config.mail.smtpUrl !== undefined,
    jwt: config.jwt !== undefined,
    services: providersOf(config, organization).map(({ name, kind, label, issuer, ...rest }) => ({
      name,
      kind,
      label,
      issuer,
      answer_url: `${base}/complete/${name}/`,
      metadata_url: kind === 'saml' ? `${base}/saml/${name}/metadata.xml` : null,
      sign_out_url: kind === 'saml' ? `${base}/logout/${name}/` : `${base}/backchannel-logout/${name}`,
      try_url: `${base}${tryPath}${name}`,
      accounts: used.get(name)?.accounts ?? 0,
      used_at: used.get(name)?.usedAt ?? null,
      trouble: presented(troubleOf.get(name), label, organization.name)?.(languageOf(caller)) ?? null,
      verifies: !unverifying.has(name) || verifyingAdvice({ name, ...rest }) === undefined,
    })),
  }
}

/** A trouble as owners read it, in their language. */
function presented(trouble: ProviderTrouble | undefined, label: string, organization: string) {
  if (!trouble) return undefined
  const { code, detail, at } = trouble
  return (language: Language) => ({
    code,
    text: isFlowProblem(code) ? flowSentence(code, { label, organization })(language) : '',
    detail,
    timestamp: at,
  })
}
