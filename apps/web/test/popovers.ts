// happy-dom has no popovers. Components only have to be able to open and close them: where they stand, and over what,
// is for tests in a browser.
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.setAttribute('data-open', '')
  },
  hidePopover(this: HTMLElement) {
    this.removeAttribute('data-open')
  },
})
