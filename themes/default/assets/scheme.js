// Sets the reader's colour scheme before anything is drawn; loaded without `defer` for that.
document.documentElement.classList.add('js');
try {
  const scheme = localStorage.getItem('kb-scheme');
  if (scheme) document.documentElement.dataset.scheme = scheme;
} catch {
  // A browser that keeps nothing has the scheme of its system.
}
