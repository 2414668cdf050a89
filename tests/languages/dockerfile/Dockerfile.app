ARG VERSION=3.12
ARG BASE
FROM --platform=linux/amd64 python:${VERSION}-slim AS base
RUN apt-get update \
 && apt-get install -y git
# FROM not:this
FROM base AS test
RUN pytest
FROM base
COPY --from=test /report /report
