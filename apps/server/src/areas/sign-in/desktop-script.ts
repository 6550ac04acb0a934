import { createHash } from 'node:crypto'

/**
 * Script of the pages for the desktop app. At the beginning, in the app, it draws a pad, opens the browser, and waits for
 * what is copied there. At the end, in the browser, it copies.
 */
const script = `'use strict'
const start = document.getElementById('start')
const enter = (token) => { location.href = '/accounts/login/subdomain/' + encodeURIComponent(token) }
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => Number.parseInt(pair, 16))
function begin() {
  const bridge = window.electron_bridge
  const isHelped = Boolean(bridge && bridge.decrypt_clipboard)
  const { key, pasted } = isHelped ? bridge.decrypt_clipboard(1) : { key: crypto.getRandomValues(new Uint8Array(32)) }
  const url = new URL(location.href)
  url.searchParams.set('desktop_flow_otp', toHex(key))
  window.open(url.href, '_blank')
  const form = document.getElementById('paste')
  if (isHelped) { pasted.then(enter); return }
  form.hidden = false
  form.onsubmit = async (event) => {
    event.preventDefault()
    const bytes = fromHex(form.elements.namedItem('text').value.trim())
    try {
      const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, secret, bytes.slice(12))
      enter(new TextDecoder().decode(plain))
    } catch { document.getElementById('problem').hidden = false }
  }
}
if (start) {
  start.addEventListener('click', begin)
  begin()
}
const copy = document.getElementById('copy')
const text = document.getElementById('token')
if (copy && text) {
  copy.hidden = false
  copy.addEventListener('click', async () => {
    text.select()
    try { await navigator.clipboard.writeText(text.value) } catch { document.execCommand('copy') }
    copy.textContent = copy.dataset.done
  })
}
`

export const desktopScript = Buffer.from(script)

export const desktopScriptPath = '/login/desktop.js'

/** Address of the script; another one after a change. */
export const desktopScriptUrl = `${desktopScriptPath}?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`
