import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import sharp from 'sharp'
import { SKIP, visit } from 'unist-util-visit'

/** A picture of the product. */
export interface Picture {
  readonly bytes: Uint8Array
  /** In pixels of the page. The file has two pixels for each. */
  readonly width: number
  readonly height: number
}

/** Reads the pictures, by path. */
export async function readPictures(folder: string): Promise<ReadonlyMap<string, Picture>> {
  const files = globSync(join(folder, 'pictures/*.webp')).toSorted()
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const bytes = readFileSync(file)
        const { width, height } = await sharp(bytes).metadata()
        return [`/${relative(folder, file)}`, { bytes, width: width / 2, height: height / 2 }] as const
      }),
    ),
  )
}

/** Pictures of a terminal, whose text begins at the edge. */
const terminals = new Set(['start', 'bot', 'client'])

/**
 * Turns pictures into figures. A picture called `…-light` has a sibling for the dark theme. Its title is its caption.
 */
export function setPictures(tree: Root, pictures: ReadonlyMap<string, Picture>): void {
  let isFirst = true
  visit(tree, 'element', (node, index, parent) => {
    const [image] = node.children
    const isFigure =
      node.tagName === 'p' &&
      node.children.length === 1 &&
      image?.type === 'element' &&
      image.tagName === 'img'
    if (!isFigure || !parent || index === undefined) return undefined
    const path = String(image.properties.src)
    const { alt, title } = image.properties
    // The first is seen at once; of the two for the themes only the one that is shown is loaded.
    const loading = isFirst && !path.endsWith('-light.webp') ? 'eager' : 'lazy'
    const fetchPriority = loading === 'eager' ? 'high' : undefined
    isFirst = false
    const set = (src: string, className?: string): Element => {
      const { width, height } = pictures.get(src) ?? {}
      const size = { width, height }
      return h('img', { src, alt, ...size, class: className, loading, fetchPriority, decoding: 'async' })
    }
    const isThemed = path.endsWith('-light.webp')
    const name = basename(path, '.webp').replace(/-light$/, '')
    parent.children[index] = h(
      'figure',
      { class: ['shot', `shot-${name}`, ...(terminals.has(name) ? ['shot-terminal'] : [])] },
      [
        ...(isThemed
          ? [set(path, 'in-light'), set(path.replace('-light.', '-dark.'), 'in-dark')]
          : [set(path)]),
        // In Markdown, the caption is the title of the picture.
        ...(title ? [h('figcaption', { dataMarkdownIgnore: '' }, title)] : []),
      ],
    )
    return SKIP
  })
}
