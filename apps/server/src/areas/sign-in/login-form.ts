import { letsVisitorsRead } from '#areas/channels/visitor-rules.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import { pictureUrl } from '#areas/organization/picture-present.ts'
import { registerPath, whySignUpIsClosed } from '#areas/organization/sign-up-rules.ts'
import type { Uses } from '#call/services.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import {
  bold,
  brandMark,
  endsInApp,
  escapeHtml,
  htmlOf,
  pageReply,
  type PageText,
  type SayHtml,
  showButton,
} from '#http/html.ts'
import { withNext } from '#http/local-path.ts'
import type { PageReply } from '#http/page.ts'
import { hasPasskeys } from '#store/people/passkeys.ts'
import { type Language, locales, worded } from '#words/words.ts'
import { loginScriptUrl } from './login-script.ts'
import { passkeyAskPath, passkeyPath } from './passkey-paths.ts'
import { passkeyProblem } from './passkey-problem.ts'
import { loginPath, providersOf } from './provider-present.ts'

/** State of the sign-in form. */
export interface LoginForm {
  /** Address to go to afterwards. */
  readonly next: string
  readonly username?: string
  readonly stays?: boolean
  /** Something that went wrong, as a sentence. */
  readonly problem?: PageText
  /** Something to know, as a sentence. */
  readonly notice?: PageText
  /** Seconds until another try is heard. */
  readonly waitSeconds?: number
  /** True if an app has opened the page, and gets a key at the end. */
  readonly isForApp?: boolean
  /** True if nobody can sign in here. */
  readonly isClosed?: boolean
}

const style = `.org{display:flex;align-items:center;gap:1rem;margin:0 0 .5rem}
.org img{flex:none;width:3.5rem;height:3.5rem;border-radius:.75rem;background:var(--sunk)}
.org h1{margin:0}
.about{margin:0 0 1.25rem;color:var(--soft);font-size:.9375rem}.about p{margin:.25rem 0}.about :is(ul,ol){margin:.25rem 0;padding-inline-start:1.25rem}
.row{display:grid;grid-template:"label link" "secret secret"/1fr auto;align-items:baseline;gap:.375rem 1rem;margin-top:1rem}.row label{margin:0}
.secret{grid-area:secret;justify-self:stretch}.row a{grid-area:link;position:relative;font-size:.875rem;text-align:end}.row a::after{content:'';position:absolute;inset:-.75rem 0}
.stay{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;margin:.75rem 0 0;font-weight:400}
.stay input{flex:none;width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent-fill)}
form>button{margin-top:.75rem}button:disabled{opacity:.55;cursor:default;filter:none}
[role=status]{padding:.75rem;border-radius:.375rem;color:var(--info);background:var(--info-tint);border-inline-start:.25rem solid}
#wait{font-variant-numeric:tabular-nums;font-weight:600}
.org svg{flex:none;fill:currentColor}.org path{fill:var(--accent-fill)}
.ways{list-style:none;margin:1.25rem 0;padding:0;display:grid;gap:.625rem}
.ways a{display:block;padding:.625rem 1rem;border:1px solid var(--control);border-radius:.375rem;color:inherit;text-align:center;text-decoration:none;overflow-wrap:anywhere}.ways a:hover{background:var(--sunk)}
.other{background:none;color:inherit;border:1px solid var(--control)}.other:hover{filter:none;background:var(--sunk)}
.or{margin:1.25rem 0 0;color:var(--soft);font-size:.875rem;text-align:center}.or a{display:inline-block;margin:-.75rem 0;padding:.75rem 0}
footer{margin:0 0 3rem}footer .brand{justify-content:center;margin:0;color:var(--soft);font-size:.875rem}`

/** Makes the sign-in page of an organization. It works without its script. */
export async function loginForm(
  services: Uses<'config' | 'data'>,
  directory: OrganizationDirectory,
  form: LoginForm,
): Promise<PageReply> {
  const { organization } = directory
  const icon = escapeHtml(pictureUrl(organization, 'icon'))
  const takesPasskeys = !form.isClosed && (await hasPasskeys(services.data.db, organization.id))
  const description = await renderDescription(directory, organization.description)
  const providers = form.isForApp ? [] : providersOf(services.config, organization)
  const takesNames = services.config.ldap !== undefined
  // An app goes on in this page: somebody new there comes back to it with their account.
  const takesNewcomers = !form.isForApp && whySignUpIsClosed(services.config, organization) === undefined
  const waysIn = (say: SayHtml) =>
    providersPart(say, providers, form.next) +
    fieldsOf(say, form, { takesNames, takesPasskeys }) +
    (takesPasskeys ? passkeyWay(say, form) : '') +
    (takesNewcomers ? newcomersWay(say, form) : '') +
    (!form.isForApp && letsVisitorsRead(services.config, directory) ? visitorsWay(say) : '')
  const reply = pageReply({
    // Wrong passwords too: browsers note every other status as an error of the page.
    status: 200,
    title: worded('sign-in.title', { organization: organization.name }),
    icon,
    style,
    script: loginScriptUrl,
    callsBack: takesPasskeys,
    body: (say, language) => `<main>
<div class="org">${organization.pictures.icon > 0 ? `<img src="${icon}" alt="">` : brandMark(40)}<h1 dir="auto">${escapeHtml(organization.name)}</h1></div>
${description === '' ? '' : `<div class="about" dir="auto">${description}</div>`}
${noticeOf(form, language)}${problemOf(form, say, language)}${form.isClosed ? '' : waysIn(say)}
</main>
<footer><p class="brand">${brandMark(20)}Tagma</p></footer>`,
  })
  return form.isForApp ? endsInApp(reply) : reply
}

const noticeOf = ({ notice }: LoginForm, language: Language) =>
  notice === undefined ? '' : `<p role="status">${htmlOf(notice, language)}</p>`

function problemOf({ problem, waitSeconds }: LoginForm, say: SayHtml, language: Language): string {
  if (waitSeconds !== undefined) {
    const format = new Intl.NumberFormat(locales[language], {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'long',
    })
    const seconds = escapeHtml(format.format(waitSeconds))
    const time = {
      html: `<span id="wait" data-seconds="${waitSeconds}" lang="${locales[language]}">${seconds}</span>`,
    }
    return `<p role="alert" id="problem">${say('sign-in.wait', { time })}</p>`
  }
  return problem === undefined ? '' : `<p role="alert" id="problem">${htmlOf(problem, language)}</p>`
}

/** Hidden where the browser knows no passkeys; the script shows it. */
const passkeyWay = (
  say: SayHtml,
  { next, isForApp }: LoginForm,
) => `<form method="post" action="${passkeyPath}" id="passkey" data-ask="${passkeyAskPath}" hidden>
<input type="hidden" name="next" value="${escapeHtml(next)}"><input type="hidden" name="stay" value="on"><input type="hidden" name="passkey">${isForApp ? '<input type="hidden" name="app" value="on">' : ''}
<p class="or">${say('sign-in.or-passkey')}</p>
<button class="other">${say('sign-in.by-passkey')}</button>
${passkeyProblem(say)}
</form>`

/** The script adds the part of the address after the `#`. */
const newcomersWay = (say: SayHtml, { next }: LoginForm) => `
<p class="or">${say('sign-in.new-here')} <a href="${escapeHtml(withNext(registerPath, next))}" id="register">${say('sign-in.create-account')}</a></p>`

const visitorsWay = (say: SayHtml) => `
<p class="or"><a href="/#recent">${say('sign-in.read-without-account')}</a></p>`

/** Links, because a form that leads to another host is blocked by the page's policy. */
function providersPart(say: SayHtml, providers: readonly ProviderConfig[], next: string): string {
  if (providers.length === 0) return ''
  const links = providers.map(
    (provider) =>
      `<li><a href="${escapeHtml(withNext(loginPath(provider), next))}">${say('sign-in.by-service', { service: bold(provider.label) })}</a></li>`,
  )
  return `<ul class="ways">${links.join('\n')}</ul>\n<p class="or">${say('sign-in.or-password')}</p>\n`
}

/** `takesNames` is true where people sign in with the name that another directory knows them by. */
function fieldsOf(
  say: SayHtml,
  form: LoginForm,
  { takesNames, takesPasskeys }: { readonly takesNames: boolean; readonly takesPasskeys: boolean },
): string {
  const { username = '', stays = true, next } = form
  const isWrong = form.problem !== undefined || form.waitSeconds !== undefined
  const wrong = isWrong ? ' aria-invalid="true" aria-describedby="problem"' : ''
  const [label, type] = takesNames
    ? ([say('sign-in.email-or-name'), 'text'] as const)
    : ([say('sign-in.email'), 'email'] as const)
  const first = username === '' ? ' autofocus' : ''
  const second = username === '' ? '' : ' autofocus'
  // The link to a new password stands above the field and comes behind it, so that Tab leads from field to field.
  return `<form method="post" action="/login/" id="sign-in">
<input type="hidden" name="next" value="${escapeHtml(next)}">${form.isForApp ? '<input type="hidden" name="app" value="on">' : ''}
<label for="username">${label}</label>
<input id="username" name="username" type="${type}" value="${escapeHtml(username)}" autocomplete="${takesPasskeys ? 'username webauthn' : 'username'}" autocapitalize="none" spellcheck="false" required${first}${wrong}>
<div class="row"><label for="password">${say('sign-in.password')}</label>
<div class="secret"><input id="password" name="password" type="password" autocomplete="current-password" required${second}${wrong}>${showButton(say)}</div>
<a href="/accounts/password/reset">${say('sign-in.forgot')}</a></div>
${
  form.isForApp
    ? ''
    : `<label class="stay"><input type="checkbox" name="stay" value="on"${stays ? ' checked' : ''}>${say('sign-in.stay')}</label>
`
}<button id="send">${say('sign-in.sign-in')}</button>
</form>`
}
