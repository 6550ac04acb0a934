// Enhances a documentation page in the browser. Without this script the page can still be read.
const root = document.documentElement

const theme = document.querySelector<HTMLButtonElement>('.theme')
if (theme) {
  theme.hidden = false
  theme.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = isDark ? 'light' : 'dark'
    try {
      localStorage.theme = root.dataset.theme
    } catch {
      // The browser forbids storage: the choice holds for this page only.
    }
  })
}

for (const pre of document.querySelectorAll<HTMLElement>('.code > pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.ariaLive = 'polite'
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(pre.textContent).then(() => {
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
  })
  pre.after(button)
}

const sidebar = document.querySelector<HTMLElement>('.sidebar')
const current = sidebar?.querySelector<HTMLElement>('[aria-current]')
if (sidebar && current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2

// The reader chooses the language of all examples at once.
const choose = (value: string) => {
  for (const input of document.querySelectorAll<HTMLInputElement>('.tabs > input'))
    if (input.value === value) input.checked = true
}
try {
  choose(localStorage.getItem('tab') ?? '')
} catch {
  // The browser forbids storage.
}
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('.tabs > input')) return
  choose(target.value)
  try {
    localStorage.tab = target.value
  } catch {
    // The browser forbids storage.
  }
})

const versions = document.querySelector<HTMLDetailsElement>('.versions')
if (versions) {
  addEventListener('click', ({ target }) => {
    if (!versions.contains(target as Node)) versions.open = false
  })
  versions.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    versions.open = false
    versions.querySelector('summary')?.focus()
  })
}

const opener = document.querySelector<HTMLButtonElement>('.search-open')
const { search = '', searchScript = '' } = document.body.dataset
interface SearchModule {
  openSearch(indexUrl: string): Promise<void>
}
const open = async () => ((await import(searchScript)) as SearchModule).openSearch(search)
if (opener) {
  opener.hidden = false
  opener.addEventListener('click', () => void open())
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.matches('input:not([type=radio]), textarea, select')
    if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      void open()
    }
  })
}
