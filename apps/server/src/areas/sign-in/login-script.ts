import { createHash } from 'node:crypto'

/**
 * Script of the sign-in page. The page works without it. It keeps the part of the address after the `#`, which browsers
 * do not send; shows the password; and counts the seconds down until the next try.
 */
const script = `'use strict'
const form = document.querySelector('form')
const next = form && form.elements.namedItem('next')
if (next && location.hash && !next.value.includes('#')) next.value += location.hash
const password = document.getElementById('password')
const show = document.getElementById('show')
if (password && show) {
  show.hidden = false
  show.addEventListener('click', () => {
    const isShown = password.type === 'password'
    password.type = isShown ? 'text' : 'password'
    show.textContent = isShown ? 'Hide' : 'Show'
    show.setAttribute('aria-label', show.textContent + ' password')
    password.focus()
  })
  form.addEventListener('submit', () => { password.type = 'password' })
}
const wait = document.getElementById('wait')
const send = document.getElementById('send')
if (wait && send) {
  const until = performance.now() + Number(wait.dataset.seconds) * 1000
  const tick = () => {
    const left = Math.ceil((until - performance.now()) / 1000)
    wait.textContent = left === 1 ? '1 second' : left + ' seconds'
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
`

export const loginScript = Buffer.from(script)

/** Address of the script; another one after a change. */
export const loginScriptPath = '/login/form.js'
export const loginScriptUrl = `${loginScriptPath}?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`
