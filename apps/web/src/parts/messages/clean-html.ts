import {
  formulaAttributes,
  formulaElements,
  isMessageAddress,
  isMessageClass,
  isMessageStyle,
  messageElements,
} from '@tagma/markdown/message-elements.ts'

// The only place where HTML enters the page. It is read into a template, where nothing loads and nothing runs; whatever the
// renderer never makes is taken out; only then do the nodes go into the page.

interface Policy {
  createHTML(html: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createHTML(html: string): string }): Policy
    }
  }
}

let policy: Policy | undefined

/** Reads the HTML of a message, and holds it to the list of what the renderer makes. */
export function cleanHtml(html: string): DocumentFragment {
  const content = inertNodes(html)
  for (const child of [...content.childNodes]) clean(child, false)
  return document.importNode(content, true)
}

/** Reads any HTML into nodes that neither load nor run, to look at. They must not go into the page. */
export function inertNodes(html: string): DocumentFragment {
  policy ??= window.trustedTypes?.createPolicy('message', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  }
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  return template.content
}

/** Elements whose text is no text for readers. */
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'noscript',
  'object',
  'title',
])
/** A message nests no deeper: the renderer has bounds of its own. */
const deepest = 500

function clean(node: ChildNode, inFormula: boolean, depth = 0): void {
  if (node.nodeType === Node.TEXT_NODE) return
  if (!(node instanceof Element) || depth > deepest) return node.remove()
  const name = node.localName
  const isFormula = inFormula || (name === 'span' && node.classList.contains('katex'))
  const isFormulaPart = isFormula && (name === 'span' || formulaElements.has(name))
  const isKnown = isFormulaPart || (messageElements.has(name) && node instanceof HTMLElement)
  if (!isKnown) {
    node.replaceWith(...(silent.has(name) ? [] : [node.textContent]))
    return
  }
  for (const attribute of [...node.attributes]) {
    const isGood = isFormulaPart ? isGoodInFormula(attribute) : isGoodAttribute(name, attribute)
    if (!isGood) node.removeAttributeNode(attribute)
  }
  for (const child of [...node.childNodes]) clean(child, isFormula, depth + 1)
}

function isGoodInFormula({ name, value }: Attr): boolean {
  if (!formulaAttributes.has(name.toLowerCase())) return false
  return name !== 'style' || isMessageStyle(value)
}

function isGoodAttribute(element: string, attribute: Attr): boolean {
  const { name, value } = attribute
  if (!messageElements.get(element)?.has(name)) return false
  if (name === 'href') return isMessageAddress(value)
  // A picture of another server would tell it who reads: the server passes them on under addresses of its own.
  if (name === 'src') return isMessageAddress(value) && isOwnAddress(value)
  if (/^data-.*(?:url|src|image)$/.test(name)) return isMessageAddress(value)
  if (name === 'style') return isMessageStyle(value)
  if (name === 'class') {
    const kept = value
      .split(/\s+/)
      .filter((word) => isMessageClass(word) || /^(?:highlight[a-z_]*)$/.test(word))
    attribute.value = kept.join(' ')
  }
  return true
}

const isOwnAddress = (address: string) =>
  URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin
