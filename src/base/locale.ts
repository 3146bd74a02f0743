/** The BCP 47 locale in which people type amounts. */
export function getLocale({ locale }: { readonly locale: string | undefined }): string {
  return locale ?? navigator.language
}
