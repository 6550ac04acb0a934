import { createCipheriv, createHash } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { brandMark, escapeHtml, goTo, htmlReply, pageReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { deleteSignInFlow, findSignInFlow, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { desktopScript, desktopScriptPath, desktopScriptUrl } from './desktop-script.ts'
import type { Proved } from './end-flow.ts'
import { openSession } from './open-session.ts'
import type { FactorProof } from './use-code.ts'

/** Letters of a token that opens a session in the desktop app, and the seconds for which it does. */
const tokenLength = 32
const tokenSeconds = 60

/** Tells whether the desktop app shows the page. */
export const isDesktopApp = (headers: PageContext['headers']): boolean =>
  (headers['user-agent'] ?? '').includes('ZulipElectron/')

const page = (title: string, body: string): PageReply =>
  pageReply({
    status: 200,
    title: `${title} · Tagma`,
    script: desktopScriptUrl,
    style: 'textarea{font:inherit;width:100%;min-height:7rem;padding:.625rem .75rem;overflow-wrap:anywhere}',
    body: `<main><p class="brand">${brandMark(26)}Tagma</p><h1>${escapeHtml(title)}</h1>${body}</main>`,
  })

/** Page of the app: it opens the browser with a pad of the app, and waits for what is copied there. */
export const desktopStart = (): PageReply =>
  page(
    'Sign in with your browser',
    `<p>Your browser opens. Sign in there, copy what it shows at the end, and come back: the app takes it by itself.</p>
<button type="button" id="start">Open the browser again</button>
<form id="paste" hidden><label for="text">Text from the browser</label><input id="text" name="text" autocomplete="off" spellcheck="false" required>
<p role="alert" id="problem" hidden>This is not the text that your browser shows. Copy all of it, from the newest page.</p><button>Go on</button></form>
<p><a href="/login/">Sign in in another way</a></p>`,
  )

/** Ends a sign-in that the desktop app began: the browser shows a token for the app, encrypted by its pad. */
export async function handToDesktop(
  { services }: PageContext,
  { organization }: OrganizationDirectory,
  { user, next, method, stays, identity }: Proved,
  { otp, proof }: { readonly otp: string; readonly proof: FactorProof | undefined },
): Promise<PageReply> {
  const token = services.time.random.token(tokenLength)
  const first = { method, stays, isApp: true, ...(identity ? { identity } : {}) }
  const data = { next, first, ...(proof ? { proof } : {}) }
  const flow = { provider: '', purpose: 'desktop', userId: user.id, data } as const
  await services.data.transact(organization.id, (tx) =>
    insertSignInFlow(tx, token, flow, tx.now + tokenSeconds),
  )
  return page(
    'Go back to the app',
    `<p>Copy this within a minute. The app that you came from takes it from the clipboard.</p>
<label for="token">For the app</label><textarea id="token" readonly autofocus>${sealedFor(otp, token, services.time.random.token(tokenLength))}</textarea>
<button type="button" id="copy" hidden>Copy</button>`,
  )
}

/** Hexadecimal digits of 12 bytes, the token by AES-256-GCM, and 16 bytes that prove it whole, as the app reads them. `seed` is random. */
function sealedFor(otp: string, token: string, seed: string): string {
  const iv = createHash('sha256').update(seed).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), iv)
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('hex')
}

const isFromElsewhere = ({ header }: PageContext) =>
  !['same-origin', 'none', undefined].includes(header('sec-fetch-site'))

/** Opens the session in the desktop app, by the token that it has decrypted. */
export const desktopTokenPage: Page = {
  method: 'GET',
  path: '/accounts/login/subdomain/:token',
  limit: 'anonymous',
  async answer(context) {
    const { services, path, now } = context
    const { organization, users } = await context.directory()
    const handle = path.token ?? ''
    const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
    const user = users.get(flow?.userId ?? 0)
    const first = flow?.data.first
    const isGood =
      flow?.purpose === 'desktop' && first && user?.isActive && organization.deactivatedAt === null
    // Another site could sign somebody in to an account that is not theirs.
    const isFirst =
      isGood &&
      !isFromElsewhere(context) &&
      (await services.data.transact(organization.id, (tx) => deleteSignInFlow(tx, handle)))
    if (!isGood || !isFirst)
      return htmlReply(
        410,
        'This sign-in has ended',
        '<p>It took more than a minute, or was completed. <a href="/login/">Sign in again.</a></p>',
      )
    const { method, stays, identity } = first
    return goTo(
      flow.data.next,
      await openSession(context, user, { method, stays, identity, proof: flow.data.proof }),
    )
  },
}

export const desktopScriptPage: Page = {
  method: 'GET',
  path: desktopScriptPath,
  answer: async () => ({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: desktopScript,
  }),
}
