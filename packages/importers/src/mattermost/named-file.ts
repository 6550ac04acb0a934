import type { Files } from '../files.ts'

/** Finds a file under the path that the export names: in an archive it lies in `data`. */
export function fileIn(files: Files, path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\.?\/+/, '')
  return [plain, `data/${plain}`].find((name) => files.size(name) !== undefined) ?? plain
}
