import { type FileKinds, acceptOf } from '#site/storage/file-kinds.ts'

/** Opens the file dialog. Browsers allow it only during a user event. */
export function chooseFiles(kinds: FileKinds, onFiles: (files: File[]) => void, multiple = true) {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = acceptOf(kinds) ?? ''
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}
