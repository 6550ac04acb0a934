import { createHash } from 'node:crypto'

/**
 * Script of the sign-in page, and of forms for a new password, which work without it. It keeps the part of the address after
 * the `#`, which browsers do not send, for newcomers too; shows the password; counts the seconds down until the next try; and
 * asks the browser for a passkey, on the page of the second step too.
 */
const script = `'use strict'
const form = document.getElementById('sign-in')
const next = form && form.elements.namedItem('next')
if (next && location.hash && !next.value.includes('#')) next.value += location.hash
const register = document.getElementById('register')
if (next && register && next.value !== '/') register.search = '?next=' + encodeURIComponent(next.value)
const password = document.getElementById('password')
const show = document.getElementById('show')
if (password && show) {
  show.hidden = false
  const { textContent, ariaLabel } = show
  show.addEventListener('click', () => {
    const isShown = password.type === 'password'
    password.type = isShown ? 'text' : 'password'
    show.textContent = isShown ? show.dataset.hide : textContent
    show.ariaLabel = isShown ? show.dataset.hideLabel : ariaLabel
    password.focus()
  })
  show.form.addEventListener('submit', () => { password.type = 'password' })
}
const wait = document.getElementById('wait')
const send = document.getElementById('send')
if (wait && send) {
  const until = performance.now() + Number(wait.dataset.seconds) * 1000
  const format = new Intl.NumberFormat(wait.lang, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const tick = () => {
    const left = Math.ceil((until - performance.now()) / 1000)
    wait.textContent = format.format(left)
    if (left > 0) return
    clearInterval(timer)
    wait.closest('[role=alert]').remove()
    send.disabled = false
    password.focus()
  }
  const timer = setInterval(tick, 250)
  send.disabled = true
  tick()
}
const way = document.getElementById('passkey')
if (way && window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  const answer = way.elements.namedItem('passkey')
  const note = document.getElementById('passkey-problem')
  let asking
  const options = async () => {
    if (way.dataset.options) return JSON.parse(way.dataset.options)
    const reply = await fetch(way.dataset.ask, { method: 'POST' })
    if (!reply.ok) throw new Error('The server answered ' + reply.status)
    return reply.json()
  }
  const use = async (mediation) => {
    if (asking) asking.abort()
    asking = new AbortController()
    const { signal } = asking
    note.hidden = true
    try {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await options())
      const found = await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) })
      if (!found) return
      answer.value = JSON.stringify(found.toJSON())
      if (form) for (const name of ['next', 'stay']) {
        const given = form.elements.namedItem(name)
        const kept = way.elements.namedItem(name)
        if (given && kept) {
          kept.value = given.value
          kept.disabled = given.type === 'checkbox' && !given.checked
        }
      }
      way.submit()
    } catch (error) {
      if (signal.aborted || mediation) return
      note.hidden = false
      note.textContent = error.name === 'NotAllowedError' ? note.dataset.none : note.dataset.failed
    }
  }
  way.hidden = false
  way.addEventListener('submit', (event) => {
    event.preventDefault()
    use()
  })
  if (way.dataset.ask && PublicKeyCredential.isConditionalMediationAvailable)
    PublicKeyCredential.isConditionalMediationAvailable().then((can) => { if (can) use('conditional') })
}
`

export const loginScript = Buffer.from(script)

/** Address of the script; another one after a change. */
export const loginScriptPath = '/login/form.js'
export const loginScriptUrl = `${loginScriptPath}?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`
