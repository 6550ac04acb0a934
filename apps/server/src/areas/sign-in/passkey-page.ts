import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { ownCookie, ownCookieValue } from '#http/credentials/own-cookie.ts'
import { goTo } from '#http/html.ts'
import { localPath } from '#http/local-path.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import {
  deleteEndedFlows,
  deleteSignInFlow,
  findSignInFlow,
  insertSignInFlow,
} from '#store/people/sign-in-flows.ts'
import { endFlow } from './end-flow.ts'
import { flowSeconds, handleLength } from './flow-secrets.ts'
import { loginForm } from './login-form.ts'
import { encoded } from './passkey-challenge.ts'
import { requestOptions } from './passkey-options.ts'
import { passkeyAskPath, passkeyPath } from './passkey-paths.ts'
import { placeOfUrl } from './passkey-place.ts'
import { usePasskey } from './use-passkey.ts'

/** Cookie that ties the question to this browser. Not that of other flows: a sign-in by a service may be under way. */
const cookieName = 'tagma-passkey'

/** Hands a browser a challenge, for any passkey that it has for this place. */
export const passkeyAskPage: Page = {
  method: 'POST',
  path: passkeyAskPath,
  limit: 'anonymous',
  isOwnForm: true,
  async answer({ services, headers, directory }) {
    const { organization } = await directory()
    const challenge = services.time.random.token(handleLength)
    await services.data.transact(organization.id, async (tx) => {
      await deleteEndedFlows(tx)
      const flow = { provider: 'sign_in', purpose: 'passkey', userId: null, data: { next: '/' } } as const
      await insertSignInFlow(tx, challenge, flow, tx.now + flowSeconds)
    })
    const place = placeOfUrl(organizationUrl(services.config, organization))
    const cookie = ownCookie(headers, services.config, { name: cookieName, value: challenge })
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'set-cookie': `${cookie}; Max-Age=${flowSeconds}`,
      },
      body: JSON.stringify(requestOptions(place, encoded(challenge), [])),
    }
  },
}

/** Signs somebody in by a passkey, which is both steps. */
export const passkeySubmitPage: Page = {
  method: 'POST',
  path: passkeyPath,
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { fields } = context
    const directory = await context.directory()
    const next = localPath(fields.next)
    if (directory.organization.deactivatedAt !== null) return goTo('/login/')
    const user = await recognize(context, directory)
    if (!user) return refused(context, directory, next)
    const stays = fields.stay !== undefined
    return endFlow(context, directory, {
      user,
      next,
      method: 'passkey',
      stays,
      isApp: fields.app !== undefined,
    })
  },
}

/** Finds the person of an answer; the question is used up by it, whether the answer is right or wrong. */
async function recognize(
  { services, headers, fields, address, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<UserRecord | undefined> {
  const { id: organizationId } = directory.organization
  const handle = ownCookieValue(headers, services.config, cookieName)
  if (handle === undefined) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId, handle, now })
  if (flow?.purpose !== 'passkey' || flow.provider !== 'sign_in') return undefined
  if (!(await services.data.transact(organizationId, (tx) => deleteSignInFlow(tx, handle)))) return undefined
  return usePasskey(
    { services, directory, address },
    { answer: parsed(fields.passkey), challenge: encoded(handle) },
  )
}

const refused = (
  { services }: PageContext,
  directory: OrganizationDirectory,
  next: string,
): Promise<PageReply> =>
  loginForm(services, directory, {
    next,
    problem: 'sign-in.passkey-refused',
  })

/** Reads the answer of a browser; undefined for anything but JSON. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
