import { createCipheriv, createHash } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { brandMark, goTo, type PageBody, pageReply, readBy } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { deleteSignInFlow, findSignInFlow, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { wordsFor, type WordId } from '#words/words.ts'
import { desktopScript, desktopScriptPath, desktopScriptUrl } from './desktop-script.ts'
import type { Proved } from './end-flow.ts'
import { endedSignIn } from './ended-sign-in.ts'
import { openSession } from './open-session.ts'
import type { FactorProof } from './use-code.ts'

/** Letters of a token that opens a session in the desktop app, and the seconds for which it does. */
const tokenLength = 32
const tokenSeconds = 60

/** Tells whether the desktop app shows the page. */
export const isDesktopApp = (headers: PageContext['headers']): boolean =>
  (headers['user-agent'] ?? '').includes('ZulipElectron/')

const page = (title: WordId, body: PageBody): PageReply =>
  pageReply({
    status: 200,
    title: (language) => `${wordsFor(language, title)} · Tagma`,
    script: desktopScriptUrl,
    style: 'textarea{font:inherit;width:100%;min-height:7rem;padding:.625rem .75rem;overflow-wrap:anywhere}',
    body: (say, language) =>
      `<main><p class="brand">${brandMark(26)}Tagma</p><h1>${say(title)}</h1>${body(say, language)}</main>`,
  })

/** Page of the app: it opens the browser with a pad of the app, and waits for what is copied there. */
export const desktopStart = (): PageReply =>
  page(
    'sign-in.desktop.title',
    (say) => `<p>${say('sign-in.desktop.text')}</p>
<button type="button" id="start">${say('sign-in.desktop.open')}</button>
<form id="paste" hidden><label for="text">${say('sign-in.desktop.paste')}</label><input id="text" name="text" autocomplete="off" spellcheck="false" required>
<p role="alert" id="problem" hidden>${say('sign-in.desktop.wrong')}</p><button>${say('sign-in.desktop.go-on')}</button></form>
<p><a href="/login/">${say('sign-in.other-way')}</a></p>`,
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
  const sealed = sealedFor(otp, token, services.time.random.token(tokenLength))
  const shown = page(
    'sign-in.desktop.back',
    (say) => `<p>${say('sign-in.desktop.copy-soon')}</p>
<label for="token">${say('sign-in.desktop.for-app')}</label><textarea id="token" readonly autofocus>${sealed}</textarea>
<button type="button" id="copy" data-done="${say('sign-in.desktop.copied')}" hidden>${say('sign-in.desktop.copy')}</button>`,
  )
  return readBy(user, shown)
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
    if (!isGood || !isFirst) return endedSignIn('sign-in.ended.minute')
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
