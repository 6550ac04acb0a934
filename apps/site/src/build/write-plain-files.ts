import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { originMark, type SiteFile } from '../serving/site-file.ts'

/** Writes the site as files for a static host, into a new folder that then replaces the old one. */
export function writePlainFiles(folder: string, site: SiteFile, url: string): void {
  const { table } = site
  const next = `${folder}.${process.pid}`
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(next, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const read = (index: number): Buffer => {
    const body = table.bodies[index]
    return body ? site.read(body) : Buffer.alloc(0)
  }
  const withUrl = (index: number) => read(index).toString().replaceAll(originMark, url)
  for (const [path, { html, markdown, file, movedTo }] of Object.entries(table.resources)) {
    const page = path === '/' ? '/index' : path
    // A text file cannot redirect, so it is written at both paths.
    const target = movedTo?.endsWith('.txt') ? table.resources[movedTo]?.file : undefined
    if (target) write(path, withUrl(target[0]))
    else if (movedTo !== undefined)
      write(
        `${path}/index.html`,
        `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${movedTo}"><a href="${movedTo}">Moved</a>\n`,
      )
    else if (file) {
      const [index, contentType] = file
      write(path, /^(text|application)\//.test(contentType) ? withUrl(index) : read(index))
    } else if (html !== undefined) write(`${page}.html`, withUrl(html))
    else if (markdown !== undefined) write(path, withUrl(markdown))
  }
  const old = `${folder}.old.${process.pid}`
  try {
    renameSync(folder, old)
  } catch {
    // No folder exists yet.
  }
  renameSync(next, folder)
  rmSync(old, { recursive: true, force: true })
}
