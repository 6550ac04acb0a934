/** Saves a file that the page holds, as a download does. */
export function saveFile(file: File | undefined): void {
  if (!file) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
