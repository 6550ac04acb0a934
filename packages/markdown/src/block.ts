/** An element made of blocks. `text` is rendered inline before the children, `tail` after the element. */
export interface Block {
  readonly tag: string
  /** Attributes as the tag holds them, with a leading space. */
  readonly attributes: string
  text: string
  tail: string
  readonly children: Block[]
  /** Finished HTML, for blocks without Markdown. They have no text and no children. */
  readonly html: string | null
}

export function element(tag: string, text = '', attributes = ''): Block {
  return { tag, attributes, text, tail: '', children: [], html: null }
}

export function finishedBlock(html: string): Block {
  return { tag: '', attributes: '', text: '', tail: '', children: [], html }
}

/** Adds a child and returns it. */
export function append(parent: Block, child: Block): Block {
  parent.children.push(child)
  return child
}
