/** `category.renamed` as a phrase: “Category renamed”. */
export function describeAction(action: string) {
  const words = action.replaceAll(/[.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
