import { t } from '#words/words.ts'
import { playgroundAddress } from './playground.ts'
import type { Reader } from './reader.ts'

/** Gives each block of code a bar with its language, a button that copies, and the playgrounds of the language. */
export function prepareCode(content: DocumentFragment, { playgrounds }: Reader): void {
  for (const block of content.querySelectorAll<HTMLElement>('div.codehilite')) {
    const pre = block.querySelector('pre')
    const code = pre?.querySelector('code')
    if (!pre || !code) continue
    pre.tabIndex = 0
    pre.setAttribute('dir', 'ltr')
    const language = block.dataset['codeLanguage']
    const bar = document.createElement('div')
    bar.className = 'code-bar'
    const name = document.createElement('span')
    name.className = 'code-language'
    name.textContent = language ?? ''
    bar.append(name)
    for (const playground of playgrounds) {
      if (playground.pygments_language !== language) continue
      const address = playgroundAddress(playground.url_template, code.textContent.replace(/\n$/, ''))
      if (address !== undefined) bar.append(playgroundLink(playground.name, address))
    }
    bar.append(button('code-wrap', t('message.wrap-code')), button('code-copy', t('message.copy-code')))
    block.prepend(bar)
  }
}

function playgroundLink(name: string, address: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.className = 'code-action'
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.textContent = t('message.open-in', { name })
  return link
}

function button(act: string, label: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'code-action'
  element.dataset['act'] = act
  element.textContent = label
  return element
}
