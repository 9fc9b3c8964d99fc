import { type FileKinds, acceptOf } from '#site/storage/file-kinds.ts'

/** Opens the browser's own way to choose files. To be called while a click or a key is answered. */
export function chooseFiles(kinds: FileKinds, onFiles: (files: File[]) => void, several = true) {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = several
  input.accept = acceptOf(kinds) ?? ''
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}
