import { t } from '#words/words.ts'

/** Keys that act in a player, and would do something else in the list of messages. */
const playerKeys: ReadonlySet<string> = new Set([
  ' ',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
])

/** Gives players their names, for the eye and for screen readers, and lets one of them sound at a time. */
export function prepareSounds(players: NodeListOf<HTMLAudioElement>): void {
  for (const sound of players) {
    const address = sound.dataset['originalUrl'] ?? sound.getAttribute('src') ?? ''
    const name = sound.title || lastPart(address) || t('message.unnamed-file')
    sound.removeAttribute('title')
    sound.preload = 'metadata'
    sound.setAttribute('aria-label', t('message.sound', { name }))
    const link = document.createElement('a')
    link.className = 'sound-name'
    link.href = address
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.dir = 'auto'
    link.textContent = name
    const box = document.createElement('span')
    box.className = 'sound'
    sound.replaceWith(box)
    box.append(sound, link)
    sound.addEventListener('play', () => pauseOthers(sound))
    sound.addEventListener('keydown', (event) => playerKeys.has(event.key) && event.stopPropagation())
    // The link saves a sound that this browser cannot play.
    sound.addEventListener('error', () => (sound.hidden = true))
  }
}

function pauseOthers(sound: HTMLAudioElement): void {
  for (const other of document.querySelectorAll('audio')) if (other !== sound) other.pause()
}

function lastPart(address: string): string {
  const last = URL.parse(address, location.href)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A name with a percent sign that encodes nothing.
    return last
  }
}
