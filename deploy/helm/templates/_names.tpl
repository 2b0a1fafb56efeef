{{- define "itemtape.name" -}}
{{- if contains "itemtape" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-itemtape" .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "itemtape.selector" -}}
app.kubernetes.io/name: itemtape
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "itemtape.labels" -}}
{{ include "itemtape.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}
